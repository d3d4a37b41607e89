/**
 * True if content files may change while this process runs, which is so only under `npm run dev`; everywhere else they
 * are read once. Vitest also sets the development flag, but reads them once like a server.
 */
export const contentInEdit = (): boolean => import.meta.env?.MODE === 'development'
