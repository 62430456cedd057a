// Submits the form of a drawn screen without loading a page, and applies the changes in place.
// Without this script, or when the script cannot handle a response, the browser submits the form.
(() => {
  "use strict";
  const type = "application/vnd.flowmagic.patch+json";
  const form = document.querySelector(".fm-form");
  if (!form || !window.fetch || !window.URLSearchParams) return;

  let isSending = false;
  let next = null;
  let isStale = false;

  // Visitors who prefer reduced motion start looping videos themselves.
  const stopVideos = () => {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const video of form.querySelectorAll("video[autoplay]")) {
      video.autoplay = false;
      video.pause();
    }
  };
  stopVideos();

  const formData = (extra = {}) => {
    const data = new URLSearchParams(new FormData(form));
    data.delete("press");
    for (const name in extra) data.set(name, extra[name]);
    return data;
  };
  const pages = flowMagicPages(form, formData);
  let restoredCount = 0;

  const setPending = (button, isPending) => {
    form.setAttribute("aria-busy", String(isPending));
    if (!button) return;
    button.classList.toggle("fm-pending", isPending);
    button.setAttribute("aria-disabled", String(isPending));
  };

  // Shows a notice above the screen; an empty text removes it.
  const showNotice = (text) => {
    let note = form.querySelector(":scope > .fm-notice:not(.fm-working)");
    if (!text) {
      if (note) note.remove();
      return;
    }
    if (!note) {
      note = document.createElement("p");
      note.className = "fm-notice";
      note.setAttribute("role", "alert");
      form.prepend(note);
    }
    note.textContent = text;
  };

  const post = async (data) => {
    const response = await fetch(form.action, {
      method: "POST",
      body: data,
      headers: { Accept: type },
      credentials: "same-origin",
    });
    if (data.has("shown") && /408|413|429|5../.test(response.status)) throw new Error("busy");
    const isPatch = (response.headers.get("Content-Type") || "").startsWith(type);
    return isPatch ? response.json() : null;
  };

  // Shows the progress of a long-running press. Resolves after half a second, when the script asks
  // for the progress again, or as soon as the press is cancelled.
  let isCancelled = false;
  const showProgress = ({ text, fraction, cancel }) =>
    new Promise((resolve) => {
      let note = form.querySelector(":scope > .fm-working");
      if (!note) {
        note = parse('<div class="fm-notice fm-working"><p role="status"></p></div>');
        note.append(document.createElement("progress"));
        form.prepend(note);
      }
      const bar = note.querySelector("progress");
      bar.setAttribute("aria-label", text);
      if (fraction === undefined) bar.removeAttribute("value");
      else bar.value = fraction;
      let button = note.querySelector("button");
      if (!cancel && button) button.remove();
      if (cancel && !button) {
        button = parse('<button type="button"></button>');
        button.textContent = cancel;
        note.append(button);
      }
      if (cancel) {
        button.onclick = () => {
          isCancelled = true;
          resolve();
        };
      }
      setTimeout(() => {
        // Only after the element exists, so that screen readers announce the change.
        const line = note.querySelector("p");
        if (line.textContent !== text) line.textContent = text;
      }, 50);
      setTimeout(resolve, isCancelled ? 0 : 500);
    });

  // Sends a form. Forms are sent one at a time; meanwhile, only the latest one waits. Requests for
  // the page of an entry are `restoring`: "load" when the document has been loaded, else "move".
  const send = async (makeData, button, onDone, restoring) => {
    if (isSending) {
      const address = form.getAttribute("action");
      const count = restoredCount;
      next = () => {
        const isSamePage = count === restoredCount;
        const present = button && isSamePage && current(button, address);
        if (!button || present) send(makeData, present, onDone, restoring);
        return !button || present;
      };
      return;
    }
    isSending = true;
    const data = makeData();
    setPending(button, true);
    try {
      let patch = await post(data);
      while (patch && patch.busy) {
        pages.forget();
        await showProgress(patch.busy);
        const fm = patch.busy.state || data.get("fm");
        const more = { fm, [isCancelled ? "cancel" : "wait"]: 1 };
        isCancelled = false;
        patch = await post(new URLSearchParams(more));
      }
      if (!patch && !restoring) return submitForm(data);
      await pointerReleased();
      if (!restoring) {
        showNotice("");
        pages.update();
        apply(patch, onDone);
      } else {
        show(patch, onDone, restoring);
      }
    } catch {
      if (restoring !== "load") showNotice(form.dataset.lost);
    } finally {
      isSending = false;
      setPending(button, false);
      const note = form.querySelector(":scope > .fm-working");
      if (note) note.remove();
    }
    const waiting = next;
    next = null;
    if (!(waiting && waiting()) && isStale) refresh();
  };

  // A pressed button, or the one that has replaced it on the same screen meanwhile.
  const current = (button, address) => {
    if (button.isConnected) return button;
    if (form.getAttribute("action") !== address) return null;
    return form.querySelector(`button[name=press][value="${CSS.escape(button.value)}"]`);
  };

  // Resolves when no pointer button is held down, or after a second: replacing a button between the
  // press and the release of a pointer loses its click.
  let isHeld = false;
  let onRelease = () => {};
  const pointerReleased = () => isHeld && new Promise((resolve) => {
    onRelease = resolve;
    setTimeout(resolve, 1000);
  });
  form.addEventListener("pointerdown", (event) => (isHeld = event.button === 0), true);
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, () => {
      isHeld = false;
      // The click event follows this one; wait until it has been handled.
      setTimeout(() => onRelease());
    }, true);
  }

  // Lets the browser submit the form; the server does not perform a press twice.
  const submitForm = (data) => {
    const other = document.createElement("form");
    other.method = "post";
    other.action = form.action;
    for (const [name, value] of data) {
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = name;
      input.value = value;
      other.append(input);
    }
    document.body.append(other);
    other.submit();
  };

  const submit = (button) => {
    pages.update();
    return send(() => formData(button ? { press: button.value } : {}), button, recordPress);
  };

  const recordPress = (patch) => {
    if (patch.screen === undefined || patch.at === location.pathname) pages.update();
    else pages.push(patch.at);
  };

  // Shows the page of an entry. If the server has rejected the entry, it shows the page that the
  // server has for its address, which is there already when the document has just been loaded.
  const show = (patch, onDone, restoring) => {
    const isLoad = restoring === "load";
    if (patch && patch.to === undefined && !(isLoad && pages.isEdited())) {
      if (!isLoad) showNotice("");
      apply(patch, onDone, restoring);
    } else if (isLoad) {
      pages.update();
    } else {
      pages.reload();
    }
  };

  const apply = (patch, onDone, restoring) => {
    if (patch.to !== undefined) return location.assign(patch.to || location.href);
    if (patch.screen !== undefined) {
      if (restoring) restoredCount += 1;
      const isHere = !restoring && patch.at === form.getAttribute("action");
      const restore = isHere ? captureFields(form) : null;
      form.innerHTML = patch.screen;
      form.setAttribute("action", patch.at);
      if (restore) restore(form);
      if (!isHere && restoring !== "load") window.scrollTo(0, 0);
      const start = form.querySelector(isHere ? "[autofocus]" : "[autofocus], h1");
      if (start && restoring !== "load") start.focus();
    } else {
      form.elements.fm.value = patch.state;
      const restore = captureFocus();
      try {
        for (const [kind, ...rest] of patch.ops) edits[kind](...rest, restoring);
      } catch {
        // Another script has changed the page: replace the screen with the server's version.
        return pages.reload();
      }
      restore();
    }
    stopVideos();
    document.title = patch.title;
    form.dataset.live = patch.live;
    if (onDone) onDone(patch);
  };

  const block = (key) => form.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const parse = (html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content.firstElementChild;
  };
  const child = (parent, key) =>
    [...parent.children].find(({ dataset }) => (dataset.item || dataset.key) === key) || null;

  // The operations of a patch: render again, delete, insert and move.
  const edits = {
    r: (key, html, restoring) => {
      const old = block(key);
      if (!old) return;
      const fresh = parse(html);
      const restore = restoring ? null : captureFields(old);
      old.replaceWith(fresh);
      if (restore) restore(fresh);
    },
    d: (parent, key) => child(block(parent), key).remove(),
    i: (parent, before, html) => insert(block(parent), parse(html), before),
    m: (parent, key, before) => insert(block(parent), child(block(parent), key), before),
  };
  const insert = (list, element, before) =>
    list.insertBefore(element, before === null ? null : child(list, before));

  // Moving an element removes its focus and its selection; the returned function restores them.
  const captureFocus = () => {
    const active = document.activeElement;
    const start = active && active.selectionStart;
    const end = active && active.selectionEnd;
    return () => {
      if (!active || active === document.activeElement || !form.contains(active)) return;
      active.focus({ preventScroll: true });
      if (typeof start === "number") active.setSelectionRange(start, end);
    };
  };

  // Changes of a screen keep what the visitor has entered, and the focus: `captureFields` returns a
  // function that restores them in a new element.
  const controls = (root) => [...root.querySelectorAll("input, select, textarea, button"), root];
  const isChoice = (control) => control.type === "radio" || control.type === "checkbox";
  const identity = (control) => {
    const { name, type, value } = control;
    return isChoice(control) || type === "submit" ? `${name}=${value}` : name;
  };
  const captureFields = (root) => {
    // NB: radio buttons parsed into the form uncheck existing ones in the same group.
    const fields = new Map();
    for (const control of controls(root)) {
      const { name, checked, value } = control;
      if ((name || "").startsWith("field.")) fields.set(identity(control), { checked, value });
    }
    const active = document.activeElement;
    const focused = active && active.name && root.contains(active) ? identity(active) : null;
    const [start, end] = focused ? [active.selectionStart, active.selectionEnd] : [];
    return (fresh) => {
      for (const control of controls(fresh)) {
        const old = fields.get(identity(control));
        if (old && isChoice(control)) control.checked = old.checked;
        else if (old) control.value = old.value;
        if (!focused || identity(control) !== focused) continue;
        control.focus({ preventScroll: true });
        if (typeof start === "number") control.setSelectionRange(start, end);
      }
    };
  };

  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button || button.name !== "press") return;
    event.preventDefault();
    submit(button);
  });

  // Choices that perform actions when they change; the page lists their keys.
  form.addEventListener("change", (event) => {
    const block = event.target.closest("[data-key]");
    if (!block || !(form.dataset.live || "").split(" ").includes(block.dataset.key)) return;
    submit(null);
  });

  const requestPage = (page, restoring) => {
    const makeData = () => {
      const data = new URLSearchParams(page.data);
      data.set("shown", form.elements.fm.value);
      return data;
    };
    const onDone = (patch) => {
      pages.setShown(page, patch.screen === undefined);
      // Not if the visitor has gone to another entry meanwhile.
      pages.update(patch.at);
    };
    send(makeData, null, onDone, restoring);
  };
  window.addEventListener("popstate", ({ state }) => {
    if (state && state.key) {
      if (isSending || !pages.isShown(state)) requestPage(state, "move");
    } else if (location.pathname === form.getAttribute("action")) {
      // An address within the page, such as that of a field, does not change the step.
      pages.remember();
    } else {
      pages.reload();
    }
  });

  // Requests the screen, which may have changed: now, or after the current request.
  const refresh = () => {
    isStale = isSending;
    if (document.hidden || isSending) return;
    const go = form.getAttribute("action");
    send(() => formData({ go }), null, (patch) => pages.update(patch.at));
  };

  // Listens for new releases and data. Hidden tabs have no stream; the others share one if the
  // browser supports Web Locks. An event contains the number of milliseconds over which all
  // browsers spread their requests.
  const followChanges = () => {
    let source = null;
    const channel = "BroadcastChannel" in window ? new BroadcastChannel("flowmagic") : null;
    const refreshSoon = (event) => setTimeout(refresh, Math.random() * event.data);
    if (channel) channel.onmessage = refreshSoon;
    const listen = () => {
      if (source || document.hidden) return;
      const hold = (release) => {
        source = new EventSource(form.dataset.changes);
        source.addEventListener("changed", (event) => {
          refreshSoon(event);
          if (channel) channel.postMessage(event.data);
        });
        stop = () => {
          source.close();
          source = null;
          release();
        };
      };
      if (navigator.locks) {
        navigator.locks.request("flowmagic", { mode: "exclusive" }, () =>
          document.hidden ? null : new Promise(hold));
      } else {
        hold(() => {});
      }
    };
    let stop = () => {};
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return stop();
      listen();
      refresh();
    });
    listen();
  };
  if (form.dataset.changes && window.EventSource) followChanges();

  const opened = pages.open();
  if (opened) requestPage(opened, "load");
})();
