/** The upload groups with a working queue: an invented server that is slow, loses the connection and refuses. */
import { useEffect } from 'react'
import { RequestFailed } from '../../src/app/requests/read-reply.ts'
import { UploadSlot } from '../../src/app/photos/upload-slot.tsx'
import { uploads } from '../../src/app/photos/uploads.ts'
import { useUploads } from '../../src/app/photos/use-uploads.ts'
import { Refused, type Receipt } from '../../src/app/photos/upload-types.ts'
import { WordsProvider, type WordFiles } from '../../src/app/words/words.tsx'
import '../../src/app/styles/islands.css'
import type { Lang } from '../../src/lib/locale.ts'
import type { ChooseText } from './Row.tsx'
import { thumbs } from './thumbs.ts'

const had = new Map<string, Receipt & { id: string }>()
const STEPS = 40
const STEP_MS = 150

uploads.configure({
  async send({ id, name, sha256, size }, _blob, onProgress, signal) {
    for (let step = 1; step <= STEPS; step++) {
      await new Promise((go) => setTimeout(go, STEP_MS))
      if (signal.aborted || !navigator.onLine) throw new RequestFailed('offline')
      if (name.includes('cut') && step > STEPS / 3) throw new RequestFailed('offline')
      if (name.includes('refuse')) throw new Refused('file_type')
      onProgress((size * step) / STEPS, size)
    }
    const receipt = { id, at: Date.now(), sha256, size }
    had.set(id, receipt)
    return receipt
  },
  acknowledged: async () => [...had.values()],
  withdraw: async (_, id) => void had.delete(id),
})

export function Uploading({ lang, resources }: { lang: Lang; resources: WordFiles }) {
  return (
    <WordsProvider lang={lang} resources={resources}>
      <Groups s={(en, cn) => (lang === 'cn' ? cn : en)} />
    </WordsProvider>
  )
}

function Groups({ s }: { s: ChooseText }) {
  const all = useUploads('parts')
  // For the journeys that test this page.
  useEffect(() => void (document.documentElement.dataset['pending'] = String(all.pending)), [all.pending])
  const there = [
    {
      id: 'had-1',
      name: '',
      thumb: thumbs.record,
      state: 'accepted' as const,
      status: s('Received 14:35:08', '14:35:08收到'),
      detail: s('Receipt 7F3A-91C2, 412 KB', '回执7F3A-91C2，412 KB'),
    },
  ]
  return (
    <div className="border-t border-base-content">
      <UploadSlot uploads={all} slot="id" title={s('ID or passport', '身份证件')} there={there} />
      <UploadSlot
        uploads={all}
        slot="invoice"
        title={s('Medical invoice', '医疗发票')}
        rule={s(
          'It must show the patient, the date, the amount, the invoice number and the hospital’s seal. A card slip is not enough.',
          '要看得清姓名、就诊日期、金额、发票号和医院印章。付款小票不能代替发票。',
        )}
      />
      <UploadSlot
        uploads={all}
        slot="record"
        title={s('Medical record', '病历')}
        rule={s(
          'Every record of the day on the invoice. Test reports cannot replace it.',
          '发票日期当天的全部病历。化验单不能代替病历。',
        )}
        error={s('This document is still missing', '还缺这份材料')}
      />
      <p className="py-4 text-small text-ink-2 num">
        {all.overall.percent}% · {all.pending}
      </p>
    </div>
  )
}
