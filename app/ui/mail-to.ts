/** The address of a link that writes a mail. Characters such as & and / are valid in an email, and have another meaning in a link. */
export const mailTo = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`
