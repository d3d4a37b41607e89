import type { Plugin } from 'vite'

/** On paper an address needs its site: `SITE` in `print.css` becomes that of this build, without `https://`. */
export const siteInPrint = (siteUrl: string): Plugin => ({
  name: 'site-in-print',
  transform: (code, id) =>
    id.includes('/styles/') && code.includes('(SITE') ? code.replace('(SITE', `(${new URL(siteUrl).host}`) : undefined,
})
