import { lowerThreadPriority } from "../../platform/low-priority.ts";

// Loading the modules of a report takes a second of a core, so it has a low priority too.
lowerThreadPriority();
await import("./report-thread.ts");
