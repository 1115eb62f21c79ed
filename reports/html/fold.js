// Folded areas open while a search or a verdict chooses among their results, and fold again afterwards.
// A link to a card opens it. n and p go to the next and the previous failure.
// SPDX-License-Identifier: MIT
page.fold = (() => {
  const groups = page.all("details[data-group]");
  const before = new Map(groups.map((group) => [group, group.open]));
  const failures = "fail crash hang xpass error".split(" ").map((kind) => `.r[data-kind=${kind}]`).join(", ");

  function choose(wanted) {
    for (const group of groups) group.open = wanted ? wanted(group) : before.get(group);
  }

  function reveal(card) {
    for (let at = card; at; at = at.parentElement)
      if (at instanceof HTMLDetailsElement) at.open = true;
    card.scrollIntoView({ block: "nearest" });
  }

  function follow() {
    const card = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (card) reveal(card);
  }

  // Cards that are hidden by a search or a verdict are passed over.
  function go(step) {
    const cards = page.all(failures).filter((card) => !card.matches(".not-found, .not-found *") &&
      getComputedStyle(card).display !== "none");
    const current = document.activeElement && document.activeElement.closest(".r");
    const at = cards.indexOf(current);
    const next = cards[at < 0 ? (step > 0 ? 0 : cards.length - 1) : at + step];
    if (!next) return;
    reveal(next);
    next.querySelector("summary").focus();
  }

  document.addEventListener("searched", (event) =>
    choose(event.detail ? (group) => !group.classList.contains("not-found") : null));
  document.addEventListener("change", (event) => {
    const verdict = event.target.name === "show" && event.target.value;
    if (verdict) choose(verdict === "all" ? null : (group) => group.classList.contains(`has-${verdict}`));
  });
  window.addEventListener("hashchange", follow);
  document.addEventListener("click", (event) => { // the same link twice is no change
    const link = event.target instanceof Element && event.target.closest("a");
    if (link && link.hash) setTimeout(follow, 0);
  });
  document.addEventListener("keydown", (event) => {
    if ((event.key === "n" || event.key === "p") && page.isCommand(event)) go(event.key === "n" ? 1 : -1);
  });
  follow();
  return { reveal, go };
})();
