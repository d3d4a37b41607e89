import type { ReactNode } from 'react'
import { Logo } from './Logo.tsx'
import { Ruler } from './Ruler.tsx'
import { FiguresWithUnits } from './FiguresWithUnits.tsx'

export interface InsuranceCardProps {
  plan: ReactNode
  /** The insured person; the name in Latin letters comes second. */
  name: ReactNode
  latin?: ReactNode
  number: string
  /** Days of cover used and in total; `label` says so in words. */
  cover: { used: number; days: number; label: string }
  /** The number of the country, and one that works from everywhere; none for cover that never began. */
  help?: { label: ReactNode; phone: string; elsewhere?: { label: ReactNode; phone: string } }
  until: { label: ReactNode; day: ReactNode }
}

/** Days of cover are on a ruler of 48 ticks, a tall one for each quarter of it. */
const PARTS = 48

export function InsuranceCard({ plan, name, latin, number, cover, help, until }: InsuranceCardProps) {
  return (
    <section className="insurance-card">
      <div className="flex items-start justify-between gap-4">
        <p className="font-semibold">{plan}</p>
        <Logo size={24} className="text-on-deep" />
      </div>
      <p className="mt-1 type-h3">
        {name} {latin && <span className="text-body font-normal">{latin}</span>}
      </p>
      <p className="dim num text-small">
        <FiguresWithUnits>{number}</FiguresWithUnits>
      </p>
      <div className="mt-3 mb-2">
        <Ruler label={cover.label} parts={PARTS} major={12} used={(cover.used / cover.days) * PARTS} />
      </div>
      <dl className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-small whitespace-nowrap">
        {help && (
          <div>
            <dt className="dim">{help.label}</dt>
            <dd className="num font-medium">
              <Call phone={help.phone} />
            </dd>
            {help.elsewhere && (
              <dd className="num">
                <span className="dim">{help.elsewhere.label}</span> <Call phone={help.elsewhere.phone} />
              </dd>
            )}
          </div>
        )}
        {/* From its left edge, for with two numbers beside it it stands on a line of its own. */}
        <div>
          <dt className="dim">{until.label}</dt>
          <dd className="num flex min-h-6 items-center font-medium">{until.day}</dd>
        </div>
      </dl>
    </section>
  )
}

const Call = ({ phone }: { phone: string }) => (
  <a className="inline-flex min-h-6 items-center" href={`tel:${phone.replaceAll(' ', '')}`}>
    {phone}
  </a>
)
