/** Tests of the files that deploy the product. */
package asyfleet.deploy;
