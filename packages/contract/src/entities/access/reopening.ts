/** RULE-5: a full area admits vehicles again when this many places are free. Without zod, because the engine uses it. */
export const reopensWithFree = 2;
