/** The path that leads to the start page of the signed-in person. The sign-in page loads it without the menu. */
export const startPath = "/start";
