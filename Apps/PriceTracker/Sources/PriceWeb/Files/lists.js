// Lists: search as you type, infinite scrolling, and pasting a URL.

customElements.define(
  "price-search",
  class extends HTMLElement {
    connectedCallback() {
      let timer = 0;
      this.oninput = () => {
        clearTimeout(timer);
        timer = setTimeout(() => this.querySelector("button")?.click(), 250);
      };
    }
  },
);

customElements.define(
  "price-more",
  class extends HTMLElement {
    connectedCallback() {
      if (!window.IntersectionObserver) return;
      this.observer = new IntersectionObserver((entries) => {
        if (entries.some((entry) => entry.isIntersecting)) this.querySelector("button")?.click();
      }, { rootMargin: "300px" });
      this.observer.observe(this);
    }

    disconnectedCallback() {
      this.observer?.disconnect();
    }
  },
);

// NB: reads the clipboard only after a press of the page's own button: browsers ask for permission.
customElements.define(
  "price-paste",
  class extends HTMLElement {
    connectedCallback() {
      if (!navigator.clipboard?.readText || this.querySelector(".pt-paste")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "pt-paste";
      button.textContent = this.dataset.paste;
      button.onclick = async () => {
        const field = this.querySelector("input");
        try {
          field.value = (await navigator.clipboard.readText()).trim();
        } catch {
          // Permission denied: the visitor can paste with the keyboard.
        }
        field.focus();
      };
      this.append(button);
    }
  },
);

// Offers the time zone of this device.
customElements.define(
  "price-zone",
  class extends HTMLElement {
    connectedCallback() {
      const select = this.querySelector("select");
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      // NB: the values of options are JSON.
      const value = JSON.stringify(zone);
      const isKnown = select && [...select.options].some((option) => option.value === value);
      if (!isKnown || select.value === value || this.querySelector(".pt-paste")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "pt-paste";
      button.textContent = `${this.dataset.use}: ${zone.replaceAll("_", " ")}`;
      button.onclick = () => {
        select.value = value;
        select.dispatchEvent(new Event("change", { bubbles: true }));
        button.remove();
        select.focus();
      };
      this.append(button);
    }
  },
);
