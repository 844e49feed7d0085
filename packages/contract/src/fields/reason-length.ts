/** The longest reason that a person gives for what they do. */
export const maxReasonLength = 200;
