customElements.define("tag-input", class extends HTMLElement {});
