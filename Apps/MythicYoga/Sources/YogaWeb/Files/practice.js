// A device's copy of a user's practice data: YogaDomain's PracticeDevice for browsers. Pure
// functions; `now` is the time in milliseconds since 1970. Tests: Tests/Scripts/practice.test.mjs.

export const PARTS = ["positions", "practiced", "favorites", "settings", "sessions"];
export const DEFAULTS = {
  bell: "on",
  captions: "off",
  streak: "on"
};

const empty = () => ({
  positions: {},
  practiced: {},
  favorites: {},
  settings: {},
  sessions: {},
  completed: [],
});

export const newDevice = (id) => ({
  id,
  user: null,
  revision: 0,
  latestStamp: {time: 0, counter: 0, device: id},
  offset: 0,
  confirmed: empty(),
  pending: empty(),
});

// NB: a device that was stored before a part existed has none.
const partOf = (state, part) => state[part] ?? {};

const nextStamp = (stamp, now) =>
    now > stamp.time ? {...stamp, time: now, counter: 0} : {...stamp, counter: stamp.counter + 1};

const change = (device, part, key, value, now) => {
  const latestStamp = nextStamp(device.latestStamp, now + device.offset);
  const changed = {...device.pending[part], [key]: {value, stamp: latestStamp}};
  return {...device, latestStamp, pending: {...device.pending, [part]: changed}};
};

export const setPosition = (device, video, seconds, now) =>
    change(device, "positions", video, seconds, now);
/** Saves a position, and the seconds practiced since the video last counted as finished. */
export const setProgress = (device, video, seconds, practiced, now) =>
    change(setPosition(device, video, seconds, now), "practiced", video, practiced, now);
export const setFavorite = (device, video, isFavorite, now) =>
    change(device, "favorites", video, isFavorite ? 1 : 0, now);
export const setSetting = (device, name, value, now) =>
    change(device, "settings", name, value, now);

/** Adds a finished practice; the video's position and practiced seconds are reset. */
export const finish = (device, id, {video, seconds, utcOffset}, now) => {
  const session = {video, seconds, utcOffset, endedAt: now + device.offset};
  const pending = {
    ...device.pending,
    sessions: {...device.pending.sessions, [id]: session},
    completed: [...new Set([...device.pending.completed, video])],
  };
  return setProgress({...device, pending}, video, 0, 0, now);
};

/** Returns the state to show: pending changes take precedence over the server's state. */
export const stateOf = ({confirmed, pending}) => ({
  positions: {...confirmed.positions, ...pending.positions},
  practiced: {...confirmed.practiced, ...pending.practiced},
  favorites: {...confirmed.favorites, ...pending.favorites},
  settings: {...confirmed.settings, ...pending.settings},
  sessions: {...confirmed.sessions, ...pending.sessions},
  completed: [...new Set([...confirmed.completed, ...pending.completed])],
});

/**
 * Returns a video's saved value; unsent changes are newer than the value in the page, which is null
 * if the page has none.
 */
export const savedValue = (device, part, video, rendered) => {
  const unsent = partOf(device.pending, part)[video];
  if (rendered !== null && !unsent) return rendered;
  return (unsent ?? partOf(device.confirmed, part)[video])?.value ?? 0;
};

export const setting = (device, name) => {
  const register = stateOf(device).settings[name];
  return register ? register.value : DEFAULTS[name];
};

export const hasPending = ({pending}) =>
    pending.completed.length > 0 ||
    PARTS.some((part) => Object.keys(partOf(pending, part)).length > 0);

export const makeRequest = (device, now) => ({
  device: device.id,
  clock: now + device.offset,
  revision: device.revision,
  changes: device.pending,
  user: device.user,
});

/** Applies the server's response to a request. Changes made in the meantime stay pending. */
export const receive = (device, response, sent, now) => {
  const before = response.isComplete ? empty() : device.confirmed;
  const confirmed = {
    completed: [...new Set([...before.completed, ...response.state.completed])],
  };
  const pending = {};
  for (const part of PARTS) {
    // The server's values win: it has merged all changes, and corrected stamps of wrong clocks.
    confirmed[part] = {...before[part], ...response.state[part]};
    const isUnsent = ([key, value]) =>
        JSON.stringify(value) !== JSON.stringify(partOf(sent.changes, part)[key]);
    const changes = Object.entries(partOf(device.pending, part));
    pending[part] = Object.fromEntries(changes.filter(isUnsent));
  }
  const finished = Object.values(pending.sessions).map(({video}) => video);
  const unsent = device.pending.completed.filter((id) => !sent.changes.completed.includes(id));
  pending.completed = [...new Set([...unsent, ...finished])];
  return {
    ...device,
    user: response.user,
    revision: response.revision,
    offset: response.clock - now,
    // If the clock was ahead when a change was made, later changes must not continue from its time.
    latestStamp: {
      ...device.latestStamp, time: Math.min(device.latestStamp.time, response.clock),
    },
    confirmed,
    pending,
  };
};

/** Returns what is kept after signing out: only the pending changes, for their user. */
export const withoutConfirmed = (device) => ({...device, revision: 0, confirmed: empty()});
