import '#tests/support/doubles/with-stripe.ts'
import '../../refunds/sync-refunds.test.ts'
