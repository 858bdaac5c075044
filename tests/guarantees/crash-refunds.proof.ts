import { playRefundRound } from '#tests/support/crash/crash-refund-rounds.ts'
import { testDeaths } from '#tests/support/crash/test-deaths.ts'

testDeaths('a process that dies %s leaves no money given back twice or not at all (73) (74)', playRefundRound)
