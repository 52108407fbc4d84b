// The little that HTML and htmx do not do: local times, copying, sorting, sliders, charts, uploads. Each part is an improvement
// of markup that works without it.
"use strict";

document.documentElement.classList.remove("no-js");

const language = document.documentElement.lang;
// The made-up language of the tests is English with brackets.
const tongue = language === "en-XA" ? "en" : language;
const messages = document.querySelector('meta[name="messages"]').dataset;

function each(root, selector, work) {
  if (root.matches?.(selector)) work(root);
  root.querySelectorAll(selector).forEach(work);
}

// For work that adds listeners: a screen that is changed where it differs is bound again, and most of its nodes are known.
const bound = new WeakMap();
function eachNew(root, selector, work) {
  each(root, selector, (node) => {
    const works = bound.get(node) ?? new Set();
    if (works.has(work)) return;
    bound.set(node, works.add(work));
    work(node);
  });
}

function once(path) {
  const known = (once.loads ??= {});
  return (known[path] ??= new Promise((resolve, reject) => {
    const node = path.endsWith(".css")
      ? Object.assign(document.createElement("link"), { rel: "stylesheet", href: path })
      : Object.assign(document.createElement("script"), { src: path });
    node.onload = resolve;
    node.onerror = reject;
    document.head.append(node);
  }));
}

// Times: UTC stays in the title.
function showTime(node) {
  const moment = new Date(node.dateTime);
  if (Number.isNaN(moment.valueOf())) return;
  const styles = { day: { dateStyle: "medium" }, hour: { timeStyle: "short" } };
  const style = styles[node.dataset.style] ?? { dateStyle: "medium", timeStyle: "short" };
  node.textContent = new Intl.DateTimeFormat(tongue, style).format(moment);
}

// Countries: the code stays in the title.
function showCountry(node) {
  try {
    node.textContent = new Intl.DisplayNames([tongue], { type: "region", fallback: "code" }).of(node.dataset.country);
  } catch {
    // What is no code of a country is shown as it is.
  }
}

// A moment is sent as UTC, and read and written in the reader's zone.
function localMoment(node) {
  const sent = Object.assign(document.createElement("input"), { type: "hidden", name: node.name, value: node.value });
  const length = () => Math.max(node.value.length, 16);
  node.removeAttribute("name");
  delete node.dataset.utc;
  node.after(sent);
  const moment = node.value ? new Date(`${node.value}Z`) : new Date();
  const zone = node.closest(".field").querySelector("[data-zone]");
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: "short" }).formatToParts(moment);
  zone.textContent = `(${parts.find((part) => part.type === "timeZoneName").value})`;
  zone.translate = false;
  if (node.value) node.value = new Date(moment - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, length());
  node.addEventListener("input", () => { sent.value = node.value ? new Date(node.value).toISOString().slice(0, length()) : ""; });
}

// Sorting: dragging writes the new order into the same form that the arrows of each row send without a script.
async function sortable(list) {
  await once(list.dataset.library);
  Sortable.create(list, {
    handle: ".grip",
    animation: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 140,
    onEnd() {
      const form = document.getElementById(list.dataset.form);
      form.elements.order.value = [...list.children].map((item) => item.dataset.id).join(",");
      form.requestSubmit();
    },
  });
}

// Two sliders that always add to a hundred.
function shares(group) {
  const sliders = [...group.querySelectorAll('input[type="range"]')];
  const outputs = [...group.querySelectorAll("output")];
  const show = () => sliders.forEach((slider, index) => { outputs[index].textContent = `${slider.value} %`; });
  sliders.forEach((slider, index) => slider.addEventListener("input", () => {
    sliders[1 - index].value = String(100 - Number(slider.value));
    show();
  }));
  show();
}

// Charts: one value a day, the period before behind it.
async function chart(node) {
  await Promise.all([once(node.dataset.library), once(node.dataset.sheet)]);
  const data = JSON.parse(node.dataset.chart);
  const probe = document.createElement("span");
  node.append(probe);
  const resolved = (name) => { probe.style.color = `var(${name})`; return getComputedStyle(probe).color; };
  const colors = Object.fromEntries(["--accent", "--ghost", "--line", "--muted"].map((name) => [name, resolved(name)]));
  probe.remove();
  const divisor = data.units;
  const number = new Intl.NumberFormat(tongue, data.money ? { style: "currency", currency: data.currency, maximumFractionDigits: 0 } : {});
  const day = new Intl.DateTimeFormat(tongue, { month: "short", day: "numeric", timeZone: "UTC" });
  const fill = document.createElement("canvas").getContext("2d");
  fill.fillStyle = colors["--accent"];
  fill.globalAlpha = 0.12;
  fill.fillRect(0, 0, 1, 1);
  const [red, green, blue] = fill.getImageData(0, 0, 1, 1).data;
  const axis = { stroke: colors["--muted"], grid: { stroke: colors["--line"], width: 1 }, ticks: { show: false }, font: "12px system-ui" };
  const size = () => ({ width: Math.max(node.clientWidth, 200), height: node.clientHeight });
  const plot = new uPlot({
    ...size(),
    padding: [8, 26, 0, 0],
    cursor: { y: false, points: { size: 7 } },
    legend: { show: false },
    scales: { x: { time: true }, y: { range: (_, low, high) => [0, Math.max(high * 1.08, 1)] } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "UTC"),
    axes: [
      { ...axis, grid: { show: false }, values: (_, ticks) => ticks.map((tick) => day.format(tick * 1000)), space: 70, incrs: [1, 2, 7, 14, 28].map((days) => days * 86_400) },
      { ...axis, size: 58, values: (_, ticks) => ticks.map((tick) => number.format(tick)) },
    ],
    series: [
      {},
      { label: data.before, stroke: colors["--ghost"], dash: [4, 4], width: 1.5, points: { show: false } },
      { label: data.label, stroke: colors["--accent"], fill: `rgb(${red} ${green} ${blue} / .12)`, width: 2, points: { show: false } },
    ],
    hooks: {
      setCursor: [(self) => {
        const index = self.cursor.idx;
        const tip = node.parentElement.querySelector("[data-chart-tip]");
        if (!tip) return;
        tip.textContent = index == null ? "" : `${day.format(self.data[0][index] * 1000)}: ${number.format(self.data[2][index] ?? 0)}`;
      }],
    },
  }, [data.days, data.ghost.map((value) => value / divisor), data.values.map((value) => value / divisor)], node);
  new ResizeObserver(() => plot.setSize(size())).observe(node);
}

// The progress of a file on its way.
function upload(form) {
  const bar = form.querySelector("progress");
  form.addEventListener("htmx:xhr:progress", ({ detail }) => {
    bar.hidden = false;
    if (detail.lengthComputable) bar.value = detail.loaded / detail.total;
  });
}

// The first fault of a form is unfolded, shown and focused; a swap scrolls to the top before.
function showFault() {
  const fault = document.querySelector('#main [aria-invalid="true"]') ?? document.querySelector("#main [data-fault]");
  if (!fault) return;
  for (let fold = fault.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  requestAnimationFrame(() => requestAnimationFrame(() => {
    fault.scrollIntoView({ block: "center" });
    fault.focus({ preventScroll: true });
  }));
}

// A form that closes after it was saved takes what is below it up: its place stays in view.
function stay() {
  const fold = sender?.closest?.(".editor details");
  sender = null;
  if (!fold?.isConnected) return;
  const { top } = fold.getBoundingClientRect();
  if (top < 0 || top > innerHeight - 96) fold.scrollIntoView({ block: "center" });
}

// The editor is changed where it differs: the phone, what is open and what has the focus stay as they are.
let sender = null;
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") sender = event.detail.elt;
});
const morphing = {
  morphStyle: "outerHTML",
  callbacks: {
    // What the reader has opened is theirs, but for what they have just sent: it closes, or shows what was wrong with it.
    beforeAttributeUpdated: (name, node) => name !== "open" || node.contains(sender),
  },
};
globalThis.htmx?.defineExtension("morph", {
  isInlineSwap: (style) => style === "morph",
  handleSwap(style, target, fragment) {
    if (style !== "morph") return false;
    const children = [...fragment.children];
    if (globalThis.Idiomorph) return Idiomorph.morph(target, fragment.children, morphing);
    target.replaceWith(...children);
    return children;
  },
});

function bind(root) {
  each(root, "time[datetime]", showTime);
  each(root, "[data-country]", showCountry);
  each(root, "[data-utc]", localMoment);
  each(root, "[data-morph]", (node) => void once(node.dataset.morph));
  eachNew(root, "[data-sortable]", sortable);
  eachNew(root, "[data-shares]", shares);
  eachNew(root, "[data-chart]", chart);
  eachNew(root, "form[data-upload]", upload);
  eachNew(root, "[data-dismiss-after]", dismiss);
  each(root, ".tabs [aria-current], .segmented [aria-current]", (node) => {
    const strip = node.parentElement;
    // Where it is is known after the layout, which is not done twice for it.
    requestAnimationFrame(() => {
      strip.scrollLeft = node.offsetLeft - strip.offsetLeft - (strip.clientWidth - node.offsetWidth) / 2;
    });
  });
  eachNew(root, "[data-focus]", focus);
}

const dismiss = (node) => setTimeout(() => node.remove(), Number(node.dataset.dismissAfter));
const focus = (node) => node.focus();

document.addEventListener("click", async (event) => {
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    await navigator.clipboard.writeText(copy.dataset.copy);
    const label = copy.querySelector("span");
    const before = label.textContent;
    label.textContent = messages.copied;
    setTimeout(() => { label.textContent = before; }, 1600);
  }
  if (event.target.closest("[data-dismiss]")) event.target.closest(".toast").remove();
  const open = document.querySelector(".bottom details[open]");
  if (open && !open.contains(event.target)) open.removeAttribute("open");
});

// What each form has sent last: a second tap sends nothing until the answer is there, and shown.
let sent = new WeakMap();
const content = (form, submitter) =>
  new URLSearchParams([...new FormData(form, submitter)].filter(([name]) => !["etag", "once", "sure"].includes(name))).toString();
addEventListener("pageshow", () => { sent = new WeakMap(); });

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  const stop = () => { event.preventDefault(); event.stopImmediatePropagation(); };
  const what = content(form, event.submitter);
  if (sent.get(form) === what) return stop();
  const question = form.dataset.confirm;
  if (question && !confirm(question)) return stop();
  // Without this, the service asks the question.
  if (question) form.elements.sure.value = "1";
  sent.set(form, what);
}, true);
document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  if (!detail.xhr?.getResponseHeader("HX-Location")) sent.delete(target);
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit-on-change]")) event.target.form.requestSubmit();
});

// Alt and an arrow moves the row that has the focus, so that sorting needs no pointer.
document.addEventListener("keydown", (event) => {
  if (!event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  const row = event.target.closest("[data-sortable] > li");
  const button = row?.querySelector(event.key === "ArrowUp" ? "[data-move='up']" : "[data-move='down']");
  if (button && !button.disabled) { event.preventDefault(); button.click(); }
});

// What was written shows in the phone at once; the editor, many times larger, gives it a head start.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const place = event.detail.xhr.getResponseHeader("HX-Location");
  const phone = document.getElementById("preview");
  if (!place || !phone) return;
  event.preventDefault();
  const etag = event.detail.xhr.getResponseHeader("ETag");
  if (etag) each(document, 'input[name="etag"]', (field) => { field.value = etag; });
  // What the same form sends next is something else.
  const once = sender?.elements?.once;
  if (once) once.value += ".";
  const { path, source } = JSON.parse(place);
  const shown = new Promise((resolve) => { phone.addEventListener("load", resolve, { once: true }); });
  // A phone that is far below what is on the screen is not loaded yet.
  const late = new Promise((resolve) => { setTimeout(resolve, 150); });
  void Promise.race([shown, late]).then(() => {
    // Who has left the editor by then is not brought back.
    if (!phone.isConnected) return;
    // That it did not come is reported by the listener below.
    return htmx.ajax("GET", path, { source, push: "true" }).catch(() => {});
  });
  phone.src = phone.getAttribute("src");
});
// What a screen still waits for, such as a check of what was typed or an editor, changes nothing in the one that takes its place.
document.addEventListener("htmx:beforeSwap", ({ detail: { elt, target } }) => {
  if (target.id !== "main") return;
  each(target, "[hx-post], [hx-get], .editor", (node) => { if (node !== elt) htmx.trigger(node, "htmx:abort"); });
});
document.addEventListener("htmx:load", (event) => bind(event.detail.elt));
document.addEventListener("htmx:sendError", () => {
  const box = document.getElementById("toasts");
  const toast = Object.assign(document.createElement("div"), { className: "toast", textContent: messages.offline });
  box.append(toast);
  setTimeout(() => toast.remove(), 6000);
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target.id !== "main") return;
  sent = new WeakMap();
  stay();
  showFault();
  const title = event.detail.target.dataset.title;
  if (title) document.title = title;
});
if (!globalThis.htmx) bind(document);
showFault();
