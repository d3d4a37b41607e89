/**
 * How long a login lasts after its last use. Its own module, so that the boot script does not include the whole table
 * of limits.
 */
export const SESSION_MINUTES = 120
