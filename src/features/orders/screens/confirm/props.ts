import type { ReactNode } from 'react'
import type { ClientPlan } from '../../../plans/contract.ts'
import type { OrderView } from '../../contract.ts'

/** What every step of the wizard is handed. */
export interface StepProps {
  order: OrderView
  plan: ClientPlan
  /** The buyer came from "check your answers" and goes straight back there. */
  fromCheck: boolean
}

/** What the web and the mobile arrangement are handed; the step stands inside. */
export interface ArrangementProps {
  order: OrderView
  plan: ClientPlan
  children: ReactNode
}
