/** The address of a link that writes a mail. Signs such as & and / may stand in an email, and mean something else in a link. */
export const mailTo = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`
