import { readFile } from 'node:fs/promises'
import type { ChildProcess } from 'node:child_process'

const CHECK_INTERVAL = 20
const PAGE = 4096

/** Linux counts the time of processes in these units on every machine. */
const TICKS_PER_SECOND = 100

export interface ProcessLimits {
  seconds: number
  /** CPU time: on a busy machine the same work takes longer by the clock. */
  workSeconds: number
  bytes: number
}

/**
 * Ends a process that exceeds its limits of time, CPU time or memory: what a decompression bomb unpacks is outside of
 * every heap that Node limits. Memory and CPU time are read where there is a /proc (Linux); elsewhere only the time is
 * limited. Returns how to stop watching.
 */
export function limitProcess(child: ChildProcess, most: ProcessLimits): () => void {
  const end = (): void => void child.kill('SIGKILL')
  const limit = setTimeout(end, most.seconds * 1000)
  const look = setInterval(() => {
    void readFile(`/proc/${child.pid}/stat`, 'utf8').then(
      (text) => {
        // After the name in brackets, which may contain anything: fields 12 and 13 are user and system time.
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
        if (Number(fields[11]) + Number(fields[12]) > most.workSeconds * TICKS_PER_SECOND) end()
      },
      () => undefined,
    )
    void readFile(`/proc/${child.pid}/statm`, 'utf8').then(
      (text) => {
        if (Number(text.split(' ')[1]) * PAGE > most.bytes) end()
      },
      () => clearInterval(look),
    )
  }, CHECK_INTERVAL)
  return () => {
    clearTimeout(limit)
    clearInterval(look)
  }
}
