/** Headers of a live picture besides its ETag. */
export const pictureHeaders = {
  /** Time since the server received the picture, in milliseconds. */
  ageMs: "x-picture-age-ms",
  /** Time until the server expects a newer picture, in milliseconds. */
  nextMs: "x-picture-next-ms",
} as const;
