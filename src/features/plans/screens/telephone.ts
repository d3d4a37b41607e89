/** The address that dials a number: `tel:+862155500152`. */
export const telephone = (number: string): string => `tel:${number.replaceAll(' ', '')}`
