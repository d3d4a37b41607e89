/** Props of the part that sends documents from another device. */
export interface OtherDeviceProps {
  claim: string
  /** This device was handed the claim by a code, and may hand out none. */
  handed: boolean
}
