import { playPromiseRound } from '#tests/support/crash/crash-promise-rounds.ts'
import { testDeaths } from '#tests/support/crash/test-deaths.ts'

testDeaths('a process that dies %s promises no piece twice, and forgets none that was promised (13)', playPromiseRound)
