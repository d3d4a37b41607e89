import { readFile } from 'node:fs/promises'
import type { ChildProcess } from 'node:child_process'

const CHECK_INTERVAL = 20
const PAGE = 4096

/** Linux counts the time of processes in these, whatever the machine. */
const TICKS_PER_SECOND = 100

export interface ProcessLimits {
  seconds: number
  /** Of work: on a busy machine the same work takes more time. */
  workSeconds: number
  bytes: number
}

/**
 * Ends a process that takes or works longer or holds more than it may: what a bomb unpacks lies outside of every heap that Node
 * bounds. Memory and work are read where there is a /proc (Linux); elsewhere the time alone counts. Returns how to stop watching.
 */
export function limitProcess(child: ChildProcess, most: ProcessLimits): () => void {
  const end = (): void => void child.kill('SIGKILL')
  const limit = setTimeout(end, most.seconds * 1000)
  const look = setInterval(() => {
    void readFile(`/proc/${child.pid}/stat`, 'utf8').then((text) => {
      // After the name in brackets, which may hold anything: the 12th and 13th are user and system time.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      if (Number(fields[11]) + Number(fields[12]) > most.workSeconds * TICKS_PER_SECOND) end()
    }, () => undefined)
    void readFile(`/proc/${child.pid}/statm`, 'utf8').then((text) => {
      if (Number(text.split(' ')[1]) * PAGE > most.bytes) end()
    }, () => clearInterval(look))
  }, CHECK_INTERVAL)
  return () => {
    clearTimeout(limit)
    clearInterval(look)
  }
}
