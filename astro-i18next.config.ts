import { readdirSync } from 'node:fs'

// Every file of public/locales/en is a namespace; tests hold that Chinese has the same ones.
const namespaces = readdirSync('public/locales/en').map((file) => file.replace(/\.json$/, ''))

/** Both languages are loaded up front: pages of the two are built side by side (design §4). */
export default {
  defaultLocale: 'en',
  locales: ['en', 'cn'],
  namespaces,
  defaultNamespace: 'errors',
  load: ['server'],
  i18nextServer: {
    preload: ['en', 'cn'],
    fallbackLng: false,
    returnNull: false,
    returnEmptyString: false,
    interpolation: { escapeValue: false },
    debug: false,
  },
}
