import { config } from "zod";

// The Content-Security-Policy forbids `eval`, which zod uses to compile its parsers.
config({ jitless: true });
