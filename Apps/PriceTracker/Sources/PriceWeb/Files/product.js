// The product screen: full-size images, price and details side by side, and the rule form.

customElements.define(
  "price-viewer",
  class extends HTMLElement {
    connectedCallback() {
      for (const slide of this.querySelectorAll(".fm-slide")) {
        const image = slide.querySelector("img");
        if (!image || slide.querySelector(".pt-full")) continue;
        const button = document.createElement("button");
        button.type = "button";
        button.className = "pt-full";
        button.setAttribute("aria-label", `${this.dataset.open}: ${image.alt}`);
        button.onclick = () => this.show(image, button);
        slide.append(button);
      }
    }

    show(image, opener) {
      const dialog = document.createElement("dialog");
      dialog.className = "pt-viewer";
      dialog.setAttribute("aria-label", image.alt);
      const large = document.createElement("img");
      large.src = image.currentSrc || image.src;
      large.alt = image.alt;
      const close = document.createElement("button");
      close.type = "button";
      close.textContent = this.dataset.close;
      close.onclick = () => dialog.close();
      dialog.append(large, close);
      dialog.onclick = (event) => event.target === dialog && dialog.close();
      dialog.onclose = () => {
        dialog.remove();
        if (opener.isConnected) opener.focus();
      };
      document.body.append(dialog);
      dialog.showModal();
    }
  },
);

// Shares a product's page with the system's share sheet; without one, its link is copied.
customElements.define(
  "price-share",
  class extends HTMLElement {
    connectedCallback() {
      if (this.querySelector("button") || !(navigator.share || navigator.clipboard)) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "fm-button fm-style-plain";
      button.textContent = this.dataset.share;
      button.onclick = () => this.share();
      this.status = document.createElement("p");
      this.status.setAttribute("role", "status");
      this.append(button, this.status);
    }

    async share() {
      const { url, copied } = this.dataset;
      try {
        if (navigator.share) {
          await navigator.share({ title: document.querySelector("h1")?.textContent, url });
        } else {
          await navigator.clipboard.writeText(url);
          this.status.textContent = copied;
        }
      } catch (error) {
        // An abort means that the user has closed the share sheet.
        if (error.name !== "AbortError") this.status.textContent = url;
      }
    }
  },
);

// On wide screens, the price is beside the other tabs, one of which is always open.
const wideScreen = window.matchMedia("(min-width: 60em)");

customElements.define(
  "price-tabs",
  class extends HTMLElement {
    connectedCallback() {
      this.arrange = () => {
        const tabs = [...this.querySelectorAll(".fm-tabs > details")];
        if (!tabs.length) return;
        // After returning from a comment, its tab is still open.
        const stored = sessionStorage.getItem("prices-tab")?.split(" ") ?? [];
        if (stored[1] === this.product) tabs[stored[0]].open = true;
        if (wideScreen.matches && tabs[0].open) tabs[1].open = true;
        if (!wideScreen.matches && !tabs.some((tab) => tab.open)) tabs[0].open = true;
      };
      this.arrange();
      wideScreen.addEventListener("change", this.arrange);
      // Pressing the open tab does not close it, because one tab must be open.
      this.onclick = (event) => {
        const tab = event.target.closest("summary")?.parentElement;
        if (!tab?.parentElement.matches(".fm-tabs")) return;
        if (tab.open) event.preventDefault();
        const index = [...tab.parentElement.children].indexOf(tab);
        sessionStorage.setItem("prices-tab", `${index} ${this.product}`);
      };
    }

    get product() {
      const link = document.querySelector("[data-custom=ShopBar] a");
      return link ? link.getAttribute("href") : "";
    }

    disconnectedCallback() {
      wideScreen.removeEventListener("change", this.arrange);
    }
  },
);

// Shows the percentage and target fields only for the kinds of rule that have them.
customElements.define(
  "price-rule",
  class extends HTMLElement {
    connectedCallback() {
      const show = () => {
        const kind = this.querySelector("[name='field.kind']:checked, select[name='field.kind']");
        const kindByField = { percent: "percentage", target: "value" };
        for (const [name, requiredKind] of Object.entries(kindByField)) {
          const field = this.querySelector(`[name='field.${name}']`)?.closest(".fm-field");
          if (!field) continue;
          field.hidden =
            kind?.value !== requiredKind && !kind?.value.endsWith(`"${requiredKind}"`);
        }
      };
      this.addEventListener("change", show);
      show();
    }
  },
);
