/** What a field says when it is left empty. */
export const required = "Required";
