/**
 * The checkbox of the separate consent to sensitive data, with its notice. What it permits is requested once it is
 * ticked (decision 0081).
 */
import { localPath } from '../../lib/locale.ts'
import { Checkbox } from '../../ui/Choice.tsx'
import { useLang, useT } from '../words/words.tsx'

export interface SensitiveConsentBoxProps {
  text: string
  checked: boolean
  onChange: (checked: boolean) => void
  error: string | undefined
}

export function SensitiveConsentBox({ text, checked, onChange, error }: SensitiveConsentBoxProps) {
  const t = useT()
  const lang = useLang()
  return (
    <div className="panel grid gap-1 p-5">
      <Checkbox id="sensitive" checked={checked} onChange={onChange} error={error}>
        {text}
      </Checkbox>
      <p className="ps-9">
        <a
          className="link-text text-small"
          href={localPath(lang, '/information/content/personal-information-consent')}
          target="_blank"
          rel="noopener"
        >
          {t('app:consent.notice')}
        </a>
      </p>
    </div>
  )
}
