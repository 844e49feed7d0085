// Runs before the first paint, so that the colours and the layout do not change when the console has loaded.
(() => {
  const stored = localStorage.getItem("gatehouse.scheme");
  const dark = stored === "dark" || (stored !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.mantineColorScheme = dark ? "dark" : "light";
  const signedIn = sessionStorage.getItem("gatehouse.token") !== null && location.pathname !== "/reset-password";
  document.documentElement.dataset.boot = signedIn ? "shell" : "sign-in";
  // Requested beside the console's script, which reads it first. The console shows a failure.
  globalThis.gatehouseConfig = fetch("/config.json", { cache: "no-cache" });
  globalThis.gatehouseConfig.catch(() => {});
  // The first formatter loads the data of all languages: while the scripts are loaded, the browser has time for it.
  (globalThis.requestIdleCallback ?? setTimeout)(() => new Intl.DateTimeFormat());
})();
