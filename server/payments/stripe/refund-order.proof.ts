import '#tests/support/doubles/with-stripe.ts'
import '../../refunds/refund-order.test.ts'
