/**
 * May files of content change while this process runs? Only under `npm run dev`: everywhere else they are read once. Vitest, which
 * calls itself a development build too, reads them once like a server.
 */
export const contentInEdit = (): boolean => import.meta.env?.MODE === 'development'
