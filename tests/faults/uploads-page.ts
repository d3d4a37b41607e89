/** A page with nothing but the upload queue, its real storage, worker and sender: what `uploads.test.ts` cuts and kills. */
import { z } from 'zod/mini'
import { request } from '../../src/app/requests/browser-requester.ts'
import { dataOrRefusal, sendFile } from '../../src/app/photos/send-file.ts'
import { pending } from '../../src/app/photos/upload-summary.ts'
import { uploads } from '../../src/app/photos/uploads.ts'
import { call } from '../../src/lib/contract.ts'

const receipt = z.object({ at: z.number(), sha256: z.string(), size: z.number() })
const upload = call({
  module: 'file',
  path: 'claim/upload',
  access: 'open',
  transport: 'multipart',
  input: z.object({ upload: z.string(), name: z.string(), sha256: z.string() }),
  output: receipt,
})
const documents = call({
  path: 'claim/documents',
  access: 'open',
  input: z.object({}),
  output: z.array(z.extend(receipt, { id: z.string() })),
})

uploads.configure({
  send: ({ id, name, sha256 }, blob, onProgress, signal) =>
    sendFile(upload, { upload: id, name, sha256 }, blob, onProgress, signal),
  acknowledged: async () => dataOrRefusal(await request(documents, {})),
})
const input = document.body.appendChild(document.createElement('input'))
input.type = 'file'
input.multiple = true
input.onchange = () =>
  void uploads.add('claim', 'invoice', [...(input.files ?? [])]).then(() => (document.body.dataset['kept'] = '1'))
uploads.items('claim').subscribe((items) => {
  document.body.dataset['states'] = items.map(({ state, code }) => code ?? state).join(' ')
  document.body.dataset['pending'] = String(pending(items))
})
void uploads.resume('claim').then(() => (document.body.dataset['ready'] = '1'))
addEventListener('use-anyway', () => {
  for (const { id, state } of uploads.items('claim').get()) if (state === 'warned') void uploads.sendAnyway('claim', id)
})
