// The last page of the tab, in its storage: if a reload is redirected, the entry of the browser's
// history loses its page.
const flowMagicTab = {
  attempt: (action) => {
    try {
      return action();
    } catch {
      // Visitors may disable storage, and Safari limits how often entries may change.
      return null;
    }
  },
  save: (page) => {
    flowMagicTab.attempt(() => sessionStorage.setItem("flowmagic", JSON.stringify(page)));
    return page;
  },
  // Loads the page as the server has it.
  reload: () => {
    flowMagicTab.save(null);
    flowMagicTab.attempt(() => history.replaceState(null, ""));
    location.reload();
  },
  // The page that the tab has opened, if it is known.
  openedPage: () => {
    const entry = history.state;
    const [navigation] = performance.getEntriesByType("navigation");
    if (!navigation || navigation.type !== "reload") return entry;
    const page = flowMagicTab.attempt(() => JSON.parse(sessionStorage.getItem("flowmagic")));
    return page && (!entry || entry.key === page.key) ? page : entry;
  },
};

// If the next page cannot be loaded, a reload must not show this one in its place.
window.navigation?.addEventListener("navigate", ({ navigationType, destination }) => {
  if (navigationType !== "reload" && !destination.sameDocument) flowMagicTab.save(null);
});

// A page in the back/forward cache may be of a former user.
window.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  document.documentElement.style.visibility = "hidden";
  location.reload();
});

// Enters what was entered on a page; not all browsers do so after a reload.
const flowMagicFill = (form, page) => {
  "use strict";
  const data = new URLSearchParams(page.data);
  for (const control of form.elements) {
    const { name, type } = control;
    if (!(name || "").startsWith("field.") || type === "password" || type === "file") continue;
    const values = data.getAll(name);
    if (type === "radio" || type === "checkbox") {
      control.checked = values.includes(control.value);
    } else if (type === "select-multiple") {
      for (const option of control.options) option.selected = values.includes(option.value);
    } else if (values.length > 0) {
      control.value = values[0];
    }
  }
};

// A page's sealed state, with what was entered there except secrets.
const flowMagicData = (form, formData) => {
  const data = formData();
  for (const { name } of form.querySelectorAll("[type=password]")) data.delete(name);
  return data.toString();
};

// Remembers the pages of the entries of the browser's history: each entry has a key, the sealed
// state of its page, and what was entered there except secrets. A reload, going back and going
// forward show that page, whatever other tabs have done since.
const flowMagicPages = (form, formData) => {
  "use strict";
  const { attempt } = flowMagicTab;
  // The key of the entry whose page is shown.
  let key = null;
  let [isEdited, timer] = [false, null];

  const keep = () => flowMagicTab.save({ key, data: flowMagicData(form, formData) });

  const remember = (at, change = "replaceState") =>
    attempt(() => history[change](keep(), "", at === location.pathname ? undefined : at));

  // Not if the visitor has gone to another entry that is not yet shown.
  const isCurrent = () => history.state !== null && history.state.key === key;
  const update = (at) => isCurrent() && remember(at);

  // If the browser refuses a new entry, as Safari does after 100 changes within seconds, the page
  // takes the place of the one before it.
  const push = (at) => {
    if (!isCurrent()) return;
    const lastKey = key;
    key = Math.random();
    if (remember(at, "pushState") !== null) return;
    key = lastKey;
    remember(at);
  };

  // After a reload, the server decides what follows a press that is running.
  const forget = () => {
    const page = { key, data: "" };
    flowMagicTab.save(page);
    if (isCurrent() && history.state.data) attempt(() => history.replaceState(page, ""));
  };

  form.addEventListener("input", () => {
    isEdited = true;
    if (!isCurrent()) return;
    keep();
    if (timer) return;
    timer = setTimeout(() => {
      timer = null;
      update();
    }, 500);
  });
  // The reload keeps also what was entered last.
  window.addEventListener("pageshow", ({ persisted }) => persisted && update());

  // Returns the page of the document's entry; null if the entry is new.
  const open = () => {
    const opened = flowMagicTab.openedPage();
    if (opened && opened.key) {
      key = opened.key;
      attempt(() => history.replaceState(opened, ""));
      return opened;
    }
    key = Math.random();
    remember();
    return null;
  };

  return {
    isEdited: () => isEdited,
    isShown: (page) => page.key === key,
    setShown: (page, isSameScreen) => {
      key = page.key;
      if (isSameScreen) flowMagicFill(form, page);
    },
    forget, open, push, reload: flowMagicTab.reload, remember, update,
  };
};
