import type { ReactNode } from 'react'
import type { ClientPlan } from '../../../plans/contract.ts'
import type { OrderView } from '../../contract.ts'

/** Props of every step of the wizard. */
export interface StepProps {
  order: OrderView
  plan: ClientPlan
  /** The buyer came from "check your answers" and returns there directly. */
  fromCheck: boolean
}

/** Props of the desktop and the phone arrangement; the step is their child. */
export interface ArrangementProps {
  order: OrderView
  plan: ClientPlan
  children: ReactNode
}
