import * as z from "zod";

/** A plate in a response. */
export const plate = z.string();
plate.register(z.globalRegistry, {
  id: "Plate",
  description: "A licence plate as it was read or entered. Comparisons ignore case, spaces and punctuation",
});
