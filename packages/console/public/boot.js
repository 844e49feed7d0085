// Runs before the first paint, so that the colours and the layout do not change when the console has loaded. The build adds
// it to the page itself, so that the first paint doesn't wait for another request.
(() => {
  const stored = localStorage.getItem("gatehouse.scheme");
  const dark = stored === "dark" || (stored !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.mantineColorScheme = dark ? "dark" : "light";
  const token = sessionStorage.getItem("gatehouse.token");
  const signedIn = token !== null && location.pathname !== "/reset-password";
  document.documentElement.dataset.boot = signedIn ? "shell" : "sign-in";

  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    // Requested beside the console's script, which reads it first. The console shows a failure.
    globalThis.gatehouseConfig = fetch("/config.json", { cache: "no-cache" }).then(makeFirstCalls);
    globalThis.gatehouseConfig.catch(() => {});
    new Worker("/first-formats.js");
    startScripts();
  };
  // The console takes these answers instead of making the calls itself: see first-answers.ts.
  const makeFirstCalls = async (config) => {
    if (!signedIn || !config.ok) return config;
    const { apiBaseUrl, firstCalls = [] } = await config.clone().json();
    const answers = new Map();
    for (const path of firstCalls) {
      const answer = fetch(apiBaseUrl + path, { headers: { authorization: `Bearer ${token}` } });
      answer.catch(() => {});
      answers.set(apiBaseUrl + path, answer);
    }
    globalThis.gatehouseFirstAnswers = { token, answers };
    return config;
  };
  // In short steps, because the browser needs a while to start each request. The development server has no template.
  const startScripts = () => {
    const scripts = [...(document.querySelector("template[data-scripts]")?.content.childNodes ?? [])].slice(0, 5);
    document.head.append(...scripts);
    if (scripts.length > 0) setTimeout(startScripts);
  };
  // After the frame is painted: on a fast network, 20 scripts would delay it. A tab in the background isn't painted.
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
  setTimeout(start, 300);
})();
