import { playParcelRound } from '#tests/support/crash/crash-parcel-rounds.ts'
import { testDeaths } from '#tests/support/crash/test-deaths.ts'

testDeaths('a process that dies %s leaves no parcel lost and none sent twice (81)', playParcelRound)
