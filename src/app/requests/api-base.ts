/** Where the API is: same origin by default, another one when the site was built with `PUBLIC_API_BASE`. */
export const API_BASE: string = (import.meta.env?.PUBLIC_API_BASE ?? '').replace(/\/+$/, '')
