/** A text as it stands in a pattern of `like`, where it means itself. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
