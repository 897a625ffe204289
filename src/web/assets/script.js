// Extras of the pages; none of them is needed. "/" goes to the search box, buttons with data-copy copy their text, and what is under way is followed.
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const box = document.querySelector("input[type=search]");
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("button[data-copy]");
  if (!button) return;
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Could not copy";
  }
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
});

// A form without its empty fields makes a shorter address.
document.addEventListener("submit", (event) => {
  for (const field of event.target.elements) if (field.name && field.value === "") field.disabled = true;
});
// Fields are enabled again when the browser brings the page back.
addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll("form :disabled")) field.disabled = false;
});

// An element with data-again is asked for again after so many seconds, and replaced where it differs; the page is loaded again once it is gone.
function follow() {
  const shown = document.querySelector("[data-again]");
  if (!shown) return;
  setTimeout(async () => {
    try {
      const answer = await fetch(location.href);
      if (answer.ok) {
        const now = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-again]");
        if (!now) return location.reload();
        if (now.innerHTML !== shown.innerHTML) shown.replaceChildren(...now.childNodes);
      }
    } catch {
      // The service may be starting again.
    }
    follow();
  }, 1000 * shown.dataset.again);
}
follow();
