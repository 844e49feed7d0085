// The console's modules follow this script, whatever order they are bundled in. The Content-Security-Policy forbids `eval`,
// with which zod would compile its parsers.
globalThis.__zod_globalConfig = { jitless: true };

// Before the first paint, so that the colours do not change when the console has loaded.
const stored = localStorage.getItem("gatehouse.scheme");
const isDark = stored === "dark" || (stored !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset.mantineColorScheme = isDark ? "dark" : "light";
