import { config } from "zod";

// The Content-Security-Policy forbids building functions from text, which zod does to be quick.
config({ jitless: true });
