// Runs before the first paint, so that neither the colours nor the frame of the page jump when the console arrives.
(() => {
  const kept = localStorage.getItem("gatehouse.scheme");
  const dark = kept === "dark" || (kept !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.mantineColorScheme = dark ? "dark" : "light";
  const signedIn = sessionStorage.getItem("gatehouse.token") !== null && location.pathname !== "/reset-password";
  document.documentElement.dataset.boot = signedIn ? "shell" : "sign-in";
})();
