/**
 * Under this age a child's data needs a parent's consent and special care (PIPL art. 31). Its own module, so that a
 * form's first load does not include all limits.
 */
export const CHILD_DATA_AGE = 14
