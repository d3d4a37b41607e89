/** How long a login lasts after it was last used. A module of its own, because the boot script carries this figure and not the whole table. */
export const SESSION_MINUTES = 120
