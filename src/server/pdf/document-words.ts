/** Words of one language, `namespace:key`. */
export type Translate = (key: string, values?: Record<string, unknown>) => string
