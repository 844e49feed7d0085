/** For `ref`: scrolls to a message that appears above a long form, whose button is at its end. */
export const bringIntoView = (message: Element | null): void => message?.scrollIntoView({ block: "nearest" });
