// The player's keyboard shortcuts, and, through the Media Session API, the media keys of keyboards,
// headphones and lock screens.

/** The seconds that a skip forward or back moves by. */
export const SKIP_INTERVAL = 10;

/**
 * Performs the player's action for a key. Ignores keys with Ctrl, Alt or Meta, keys in selects,
 * links and the part below the player, and the space key on a button.
 */
export const handleKey = (player, event) => {
  if (event.target.closest("select, .yoga-below, a") || event.ctrlKey || event.metaKey ||
      event.altKey)
    return;
  const isButton = event.target.closest("button, [type=checkbox]");
  const actions = {
    k: () => player.toggle(),
    " ": isButton ? null : () => player.toggle(),
    j: () => player.skip(-SKIP_INTERVAL),
    l: () => player.skip(SKIP_INTERVAL),
    ArrowLeft: () => player.skip(-SKIP_INTERVAL),
    ArrowRight: () => player.skip(SKIP_INTERVAL),
    N: () => player.move(1),
    P: () => player.move(-1),
  };
  if (!actions[event.key]) return;
  event.preventDefault();
  actions[event.key]();
};

/** Lets the device's media keys control the player. */
export const handleMediaKeys = (player) => {
  const session = navigator.mediaSession;
  if (!session) return;
  const actions = {
    play: () => player.video.play(),
    pause: () => player.video.pause(),
    seekbackward: () => player.skip(-SKIP_INTERVAL),
    seekforward: () => player.skip(SKIP_INTERVAL),
    previoustrack: () => player.move(-1),
    nexttrack: () => player.move(1),
    seekto: ({seekTime}) => player.jump(seekTime),
  };
  for (const [name, action] of Object.entries(actions)) {
    try {
      session.setActionHandler(name, action);
    } catch {
      // This browser does not support the action.
    }
  }
};

/** Shows the current practice in the device's media controls. */
export const showInMediaControls = ({dataset}) => {
  if (!navigator.mediaSession || !("MediaMetadata" in window)) return;
  navigator.mediaSession.metadata = new MediaMetadata({
    title: dataset.name,
    artist: "Mythic Yoga Flow",
    artwork: [{src: dataset.poster, type: "image/webp"}],
  });
};
