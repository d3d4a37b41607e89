/** Starts the editor on the server's texts. */
import { z } from 'zod/mini'
import { Folder, Texts } from './file-handles.ts'

const Told = z.object({ lang: z.enum(['en', 'cn']), locale: z.string() })
const told = Told.parse(JSON.parse(document.getElementById('told')?.textContent ?? ''))

/** Keeps the editor's stored settings, with our own choices added. */
function prefer(key: string, choices: Record<string, unknown>): void {
  const held: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
  localStorage.setItem(key, JSON.stringify({ ...(typeof held === 'object' ? held : {}), ...choices }))
}

const texts = new Texts(() => window.parent.dispatchEvent(new Event('saved')))
const [config] = await Promise.all([fetch(`/config?lang=${told.lang}`).then((answer) => answer.json()), texts.load()])

// There is no sign-in: whoever can open this address may edit.
prefer('sveltia-cms.user', { backendName: 'test-repo' })
prefer('sveltia-cms.prefs', { locale: told.locale, closeOnSave: false })
Object.defineProperty(navigator.storage, 'getDirectory', { value: async () => new Folder(texts) })

// A name that the bundler does not resolve: the editor is served unchanged.
const editor: string = '/cms/npm/index.js'
const { init }: typeof import('@sveltia/cms') = await import(editor)
await init({ config })
