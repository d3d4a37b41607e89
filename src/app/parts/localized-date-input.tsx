import { DateInput, type DateInputProps } from '../../ui/DateInput.tsx'
import { useLang, useT } from '../words/words.tsx'

/** A date input in the page's language. */
export function LocalizedDateInput(props: Omit<DateInputProps, 'lang' | 'calendar' | 'words'>) {
  const t = useT()
  return (
    <DateInput
      placeholder={t('ui:date.placeholder')}
      {...props}
      lang={useLang()}
      calendar={t('ui:date.choose')}
      words={{ which: t('ui:date.which'), none: (date) => t('ui:date.none', { date }) }}
    />
  )
}
