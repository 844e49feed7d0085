// Runs beside the page while the console loads. The first formatters of a process load the data of their language and of
// the time zones, which takes longer than all other formatting of a page together.
const numeric = "numeric";
const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric };
new Intl.DateTimeFormat("en-GB", { hourCycle: "h23", ...parts }).formatToParts();
new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long" }).format();
new Intl.NumberFormat("en-GB").format(0);
close();
